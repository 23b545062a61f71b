export { BusKeeper } from './bus-keeper.ts';
export { busKeeper } from './keeper-process.ts';
export { keepBus, type BusSizes, type BusUsage, type KeptBus } from './keep-bus.ts';
export { keeperEnv } from './keeper-env.ts';
export { RevocationKeeper, type RevocationOptions } from './revocation-keeper.ts';
