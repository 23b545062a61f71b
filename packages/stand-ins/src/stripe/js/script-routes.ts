import type { Route } from '../../server/route.ts';
import type { StripeApp } from '../stripe-app.ts';
export const scriptPath = '/endive/stripe.js';
export const scriptRoutes = (_app: StripeApp): Route[] => [];
