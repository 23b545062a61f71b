import { z } from 'zod';

/** The environment variables of this service, in addition to those of every service. */
export const webhooksEnv = {
  MIZAN_WEBHOOK_ALLOW_CIDRS: z
    .string()
    .default('')
    .describe('Private address ranges that webhooks may reach, comma-separated CIDR; none when empty'),
  MIZAN_EVENT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('How long events, their deliveries and finished mail are kept, days'),
  MIZAN_SMTP_URL: z
    .string()
    .default('')
    .describe(
      'The mail server for live mode, for example smtps://user:password@smtp.example.com:465 or smtp://… with STARTTLS; no mail is sent when empty',
    ),
  MIZAN_MAIL_FROM: z
    .string()
    .default('')
    .describe('The sender of all mail, an address of the platform; required with MIZAN_SMTP_URL'),
  MIZAN_DEV_MAILBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Whether /dev/mail shows the mail of test mode; ignored in production'),
};
