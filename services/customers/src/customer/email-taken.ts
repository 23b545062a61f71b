import { Problem } from '@mizan/service-kit';

/** The refusal of an e-mail that another customer has. @param id of that customer, where it is known */
export const emailTaken = (id: string | undefined, cause?: unknown): Problem =>
  new Problem(
    'resource_already_exists',
    `${id === undefined ? 'Another customer' : `The customer ${id}`} already has this email.`,
    { param: 'email', cause },
  );
