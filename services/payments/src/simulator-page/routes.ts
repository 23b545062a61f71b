import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { completeSimulator } from './complete-simulator.ts';
import { showSimulatorBarcode } from './show-simulator-barcode.ts';
import { showSimulator } from './show-simulator.ts';

/** The pages of test mode that play the buyer's bank, wallet and kiosk. */
export const simulatorRoutes = (app: App) =>
  ({
    showSimulator: page((context, { params }) => showSimulator(context, params.chargeId)),
    completeSimulator: page((context, input) => completeSimulator(context, app, input)),
    showSimulatorBarcode: page((context, { params }) => showSimulatorBarcode(context, params.chargeId)),
  }) satisfies Partial<RoutesOf<'payments'>>;
