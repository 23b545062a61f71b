import type { ListCustomer } from '@mizan/contracts';
import type { Command } from 'commander';
import { readPages } from '../../api/read-list.ts';
import { CommandError } from '../../terminal/command-error.ts';

/** The ID of the customer with this email address, in any case. @throws CommandError when there is none, or more than one */
export async function findCustomerByEmail(command: Command, email: string): Promise<string> {
  const wanted = email.trim().toLowerCase();
  const ids: string[] = [];
  const filters = { search: wanted };
  for await (const { data } of readPages<ListCustomer>(command, { path: '/customers', filters }))
    ids.push(...data.filter((customer) => customer.email?.toLowerCase() === wanted).map(({ id }) => id));
  const [id] = ids;
  if (id === undefined)
    throw new CommandError('No customer has this email. An email that is only on a receipt cannot be searched.');
  if (ids.length > 1)
    throw new CommandError(`${ids.length} customers have this email: use --customer with ${ids.join(' or ')}.`);
  return id;
}
