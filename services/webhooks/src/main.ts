import { serve } from '@mizan/service-kit';
import { webhooks } from './app.ts';

await serve(webhooks);
