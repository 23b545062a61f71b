/** What may break a rule all the same, and why. The key is `<path>: <name>`. */
export const exceptions = {
  state: {
    'packages/service-kit/src/database/sql.ts: plainTexts': 'a memo of pure text keyed by the template literal itself',
  },
  /** Functions with five or more positional parameters: three at most. */
  fiveParameters: {},
  /** Functions with four: a handful. */
  fourParameters: {
    'services/gateway/src/proxy/proxy-app.ts: refuseThrown': 'Express knows an error handler by its four parameters',
  },
} satisfies Record<string, Record<string, string>>;
