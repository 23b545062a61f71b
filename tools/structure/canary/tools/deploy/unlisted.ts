import { parse } from 'yaml'; // dependencies
import { createMoney } from '@mizan/money';

export type Deployed = [typeof parse, typeof createMoney];
