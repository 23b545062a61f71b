/** What may break a rule all the same, and why. The key is `<path>: <name>`. */
export const exceptions = {
  state: {
    'packages/service-kit/src/database/sql.ts: newShape': 'a memo of pure text keyed by the template literal itself',
  },
  /** Functions with more than three positional parameters. */
  parameters: {
    'packages/sdk/src/errors.ts: new RequestError': 'published: merchants build it in their tests',
    'packages/sdk/src/webhooks.ts: verifyWebhook':
      'published: body, headers and secret as every webhook library takes them, then options',
    'packages/sdk/src/webhooks.ts: signWebhook': 'published: mirrors verifyWebhook, with the id and time to sign',
    'packages/service-kit/src/http/service-app.ts: undecodable':
      'Express knows an error handler by its four parameters',
    'services/gateway/src/proxy/proxy-app.ts: refuseThrown': 'Express knows an error handler by its four parameters',
  },
  /** Packages that development alone has. */
  dependencies: {
    'packages/checkout-page/src/bundle/build-bundle.ts: vite':
      'builds the page before a service runs: the image has what it built',
    'tools/stack/launch-browser.ts: playwright-core': 'tests, the demo and benchmarks alone open a browser',
  },
} satisfies Record<string, Record<string, string>>;
