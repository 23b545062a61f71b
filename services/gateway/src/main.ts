import { serve } from '@mizan/service-kit';
import { gateway } from './app.ts';

await serve(gateway);
