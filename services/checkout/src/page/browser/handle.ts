const domain = '@instapay';

/** Whether this is an InstaPay address; the domain may be left out. */
export const checkHandle = (text: string): boolean => /^[a-z0-9][a-z0-9._-]*(@instapay)?$/i.test(text.trim());

/** The whole address: `mona@instapay`. */
export const toHandle = (text: string): string => {
  const handle = text.trim().toLowerCase();
  return handle.endsWith(domain) ? handle : handle + domain;
};
