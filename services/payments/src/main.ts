import { serve } from '@mizan/service-kit';
import { payments } from './app.ts';

await serve(payments);
