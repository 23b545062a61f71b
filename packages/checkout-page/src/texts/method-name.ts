import type { PaymentMethodType } from '@mizan/contracts';
import { type Language, texts } from './texts.ts';

/** A payment method as buyers know it: `Vodafone Cash`. */
export const methodName = (type: PaymentMethodType, language: Language): string => texts[language].methods.names[type];
