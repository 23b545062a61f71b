import { createHash } from 'node:crypto';
import {
  type ConfirmedCheckout,
  type ConfirmHostedCheckout,
  type PaymentIntent,
  type RequestOf,
  type SessionCustomer,
  type calls as callTable,
} from '@mizan/contracts';
import { amountDetailsOf } from '@mizan/money';
import { log, newId, Problem, type AskContext, type BoundCalls, type Tx } from '@mizan/service-kit';
