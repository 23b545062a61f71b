/** A number as Egyptian wallets have it, `01XXXXXXXXX`; undefined for another country's. */
export function egyptianNumberOf(phone: string): string | undefined {
  const local = phone.replaceAll(/[\s()-]/g, '').replace(/^(?:\+|00)?20(?=1)/, '0');
  return /^01[0125]\d{8}$/.test(local) ? local : undefined;
}
