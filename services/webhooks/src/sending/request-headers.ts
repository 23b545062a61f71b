/** The headers of an attempt apart from its signature. `sentAt` null: not sent yet, so there is no timestamp. */
export function requestHeaders(attempt: {
  readonly eventId: string;
  readonly attempt: number;
  readonly sentAt: Date | null;
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Mizan-Webhooks/1',
    'webhook-id': attempt.eventId,
    ...(attempt.sentAt === null ? {} : { 'webhook-timestamp': timestampOf(attempt.sentAt) }),
    'webhook-attempt': String(attempt.attempt),
  };
}

/** Whole seconds since 1970, as `webhook-timestamp` carries them and the signature covers them. */
export function timestampOf(sentAt: Date): string {
  return String(Math.floor(sentAt.getTime() / 1_000));
}
