/**
 * Keeps the bus in order: creates its streams with the sizes that the operator set, removes what every service has handled, and
 * measures how full they are. One is enough and several do no harm; while none runs, events still flow. `npm start`, Compose
 * and Kubernetes run it.
 */
import { serve } from '@mizan/service-kit';
import { busKeeper } from '@mizan/service-kit/bus-keeper';

await serve(busKeeper);
