import { serve } from '@mizan/service-kit';
import { catalog } from './app.ts';

await serve(catalog);
