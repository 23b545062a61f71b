import { own, Problem, type Reader } from '@mizan/service-kit';

/** The origins as a key of this mode stores them. @throws Problem `parameter_invalid`: http in live mode */
export function checkedOrigins(livemode: boolean, origins: readonly string[]): string[] {
  const insecure = livemode ? origins.findIndex((origin) => !origin.startsWith('https:')) : -1;
  if (insecure >= 0)
    throw new Problem('parameter_invalid', 'allowedOrigins must use https in live mode.', {
      param: `allowedOrigins[${insecure}]`,
    });
  return [...origins];
}

/** The origins of all publishable keys of the reader's account and mode that are valid now. */
export async function originsOfKeys(reader: Reader): Promise<string[]> {
  const rows = await reader.sql<{ origin: string }>`
    select distinct unnest(allowed_origins) as origin from api_keys
    where ${own(reader)} and type = 'PUBLISHABLE'
      and revoked_at is null and (expires_at is null or expires_at > now())
    order by origin`;
  return rows.map(({ origin }) => origin);
}
