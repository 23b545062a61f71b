import { serve } from '@mizan/service-kit';
import { checkout } from './app.ts';

await serve(checkout);
