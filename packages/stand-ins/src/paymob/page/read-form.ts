import type { StandInRequest } from '../../server/route.ts';
import type { Integration } from '../account.ts';
import { integrationOf, type PaymobApp } from '../paymob-app.ts';
import { walletPhone } from '../payments/pay-directly.ts';
import type { Means } from '../payments/start-payment.ts';
import { invalidCardFields, type Card } from '../payments/test-cards.ts';
import type { Intention } from '../state.ts';

/** The fields of a form that a browser posted. */
export const readForm = ({ body }: Pick<StandInRequest, 'body'>): URLSearchParams => new URLSearchParams(body);

interface ReadMeans {
  /** Nothing: the form belongs to another intention, or its method to another type. */
  readonly integration: Integration | undefined;
  readonly means: Means | undefined;
  /** Names of the fields that kept the form from being understood. */
  readonly invalid: readonly string[];
}

/** What the buyer pays with, from a posted form of the checkout page. */
export function readMeans(app: PaymobApp, intention: Intention, form: URLSearchParams): ReadMeans {
  const id = Number(form.get('integration'));
  const integration = intention.paymentMethods.includes(id) ? integrationOf(app, id) : undefined;
  const type = form.get('type') ?? '';
  const isRight = type === integration?.kind || (type === 'saved_card' && integration?.kind === 'card');
  if (!integration || integration.isMoto || !isRight) return { integration: undefined, means: undefined, invalid: [] };
  const valid = (means: Means): ReadMeans => ({ integration, means, invalid: [] });
  const wrong = (...invalid: readonly string[]): ReadMeans => ({ integration, means: undefined, invalid });
  switch (type) {
    case 'card': {
      const card = readCard(form);
      const invalid = invalidCardFields(card);
      return invalid.length > 0 ? wrong(...invalid) : valid({ type, card, isSaved: form.has('save') });
    }
    case 'saved_card': {
      const token = app.state.cardTokens.find((each) => each.token === form.get('token'));
      const cvv = form.get('cvv') ?? '';
      if (!token || !intention.cardTokens.includes(token.token) || !/^\d{3}$/.test(cvv)) return wrong('cvv');
      return valid({ type, token, cvv });
    }
    case 'wallet':
    case 'instalments': {
      const phone = form.get('phone')?.trim() ?? '';
      return walletPhone.test(phone) ? valid({ type, phone }) : wrong('phone');
    }
    default:
      return valid({ type: type as 'kiosk' | 'apple_pay' | 'google_pay' });
  }
}

/** `number`, `expiry` as MM/YY and `cvv` of a form; digits that are missing make a card that is not valid. */
function readCard(form: URLSearchParams): Card {
  const [, month = 'NaN', year = 'NaN'] = /^(\d\d?) ?\/ ?(\d\d)$/.exec(form.get('expiry')?.trim() ?? '') ?? [];
  return {
    number: (form.get('number') ?? '').replace(/[\s-]/g, ''),
    month: Number(month),
    year: 2000 + Number(year),
    cvv: form.get('cvv') ?? '',
  };
}
