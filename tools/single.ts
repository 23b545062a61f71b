/**
 * The six services as one process, for small machines. Each has its own schema, login, connections, port and settings: a variable
 * that begins with its name, such as `PAYMENTS_DATABASE_URL`, is its alone. `npm start -- --single` and Compose run it.
 */
import { serve } from '@mizan/service-kit';
import { loadServices } from './load-services.ts';

const { gateway, ...others } = await loadServices();
await serve(gateway, ...Object.values(others));
