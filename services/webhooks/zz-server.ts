import { testAuthority } from '/work/main/services/webhooks/src/delivery/certificates.test-support.ts';
import { createServer } from 'node:https';
const a = await testAuthority(); const tls = await a.issue(['localhost','127.0.0.1']);
const s = createServer(tls, (req, res) => { req.resume(); req.on('end', () => res.writeHead(200, {'content-type':'application/json'}).end('{"ok":true}')); });
s.listen(0, '127.0.0.1', () => process.send!({ port: (s.address() as any).port, ca: a.certificate }));
