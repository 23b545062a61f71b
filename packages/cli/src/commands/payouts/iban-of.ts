import { inLatinDigits } from '@mizan/contracts/latin-digits';
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { CommandError } from '../../terminal/command-error.ts';

/** An IBAN as people paste it, without blanks. @param option that has it @throws CommandError for text that is none */
export function ibanOf(option: string, text: string): string {
  const iban = electronicFormatIBAN(inLatinDigits(text)) ?? '';
  if (isValidIBAN(iban)) return iban;
  throw new CommandError(`${option}: ${text} is not an IBAN, such as EG380019000500000000263180002. Check each digit.`);
}
