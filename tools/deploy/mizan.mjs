#!/usr/local/bin/node --env-file-if-exists=/run/mizan/env
// The `mizan` command of the image, where it is /usr/local/bin/mizan. Its settings come from the container's file; in a pod
// of the gateway that is the operator's token, and the API is on the same address.
process.env.MIZAN_BASE_URL ??= 'http://127.0.0.1:8080';
await import('/app/packages/cli/src/main.ts');
