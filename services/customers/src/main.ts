import { serve } from '@mizan/service-kit';
import { customers } from './app.ts';

await serve(customers);
