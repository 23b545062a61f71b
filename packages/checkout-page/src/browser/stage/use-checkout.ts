import type { ConfirmedCheckout, ErrorCode, HostedCheckout, UpdateHostedCheckout } from '@mizan/contracts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Texts } from '../../texts/texts.ts';
import { type CheckoutView, isSameOffer, isSameOrder, type PageData } from '../../view/checkout-view.ts';
import { awaitsBuyer, awaitsMoney, endedEarlyReason } from '../../view/payment-state.ts';
import { CheckoutApi, NoAnswer, Refusal } from '../client/checkout-api.ts';
import { confirmUntilKnown } from '../client/confirm-until-known.ts';
import { pollDelay, pollDelays, slowPollDelays } from '../client/poll-delays.ts';
import {
  findSecret,
  rememberedMethod,
  rememberedPhone,
  rememberedReload,
  rememberedSecret,
} from '../client/tab-memory.ts';
import { leaveFor, notifyParent, returnUrl } from '../embed/parent-page.ts';
import type { FormValues } from '../fields/form-context.ts';
import type { FormFields } from '../form/form-fields.ts';
import {
  cardNotice,
  declineNotice,
  type DiscountRemoval,
  isOfOtherProvider,
  type Notice,
  refusalNotice,
} from '../form/notice.ts';
import type { CodeAnswer } from '../form/promotion-field.tsx';
import { toChange, toConfirm } from '../form/requests.ts';
import { shownEntries } from '../methods/shown-entries.ts';
import { CardRefused } from '../provider-card/provider-field.ts';
import type { Shortage } from '../../parts/shortage.ts';
import { shortageOf } from './shortage.ts';
import { type Stage, stageOf } from './stage.ts';

type LineChange = NonNullable<UpdateHostedCheckout['lineItems']>[number];

/** A session that an abandoned confirm held is released by then: a page that still sees it open may offer the form again. */
const patienceTurns = 20;

/** Errors after which a payment link accepts no checkout: it was deactivated, or its items are no longer for sale. */
const goneCodes: ReadonlySet<string | undefined> = new Set([
  'payment_link_inactive',
  'product_archived',
  'price_inactive',
  'price_not_yet_active',
  'price_expired',
]);

/** Why no buyer can pay at these stages, for the page around this one. */
const errorOfStage: { readonly [Name in Stage['name']]?: { readonly code: ErrorCode; readonly message: string } } = {
  incomplete: { code: 'invalid_client_secret', message: 'The client secret does not belong to this session.' },
  expired: { code: 'checkout_session_expired', message: 'The checkout session has expired.' },
};

/** A method, and the first digits of the card where there are enough. */
export type MethodChoice = Pick<UpdateHostedCheckout, 'paymentMethodType' | 'cardBin'>;

/** A checkout after a change. */
interface Changed {
  readonly checkout: HostedCheckout;
  /** For a buyer whose payment link was changed by the merchant while its page was open: its session is the link as it is now. */
  readonly notice?: Notice;
}

/** One checkout and everything that can happen to it: reads it, changes it, pays it, and watches a payment in doubt. */
export function useCheckout(data: PageData, texts: Texts) {
  const { id = '' } = data.checkout;
  const secret = useRef(findSecret(id));
  const isLink = useRef(data.link !== undefined);
  const api = useRef(new CheckoutApi(data.link ?? id, secret.current));
  const [own, setOwn] = useState<HostedCheckout>();
  const [stage, setStage] = useState<Stage>(() => firstStage(data, secret.current));
  const [isBusy, setBusy] = useState(false);
  const [shortage, setShortage] = useState<Shortage>();
  const changesOnTheirWay = useRef(0);
  const view = useMemo(
    (): CheckoutView => (own ? { ...own, ...shownEntries(own, data.checkout) } : data.checkout),
    [own],
  );

  const show = (checkout: HostedCheckout, next = stageOf(checkout, texts)): void => {
    // Its order may be paid in another checkout: the server knows.
    if (next.name === 'expired' && !data.checkout.isExpired && endedEarlyReason(checkout) === 'closed')
      return location.reload();
    setOwn(checkout);
    setStage(next);
    if (next.name === 'done' || next.name === 'waiting') finish(checkout);
  };
  const refuse = (thrown: unknown, values: FormValues, lineItems?: UpdateHostedCheckout['lineItems']): void => {
    if (thrown instanceof CardRefused) return setStage({ name: 'form', notice: cardNotice(thrown, texts) });
    const refusal = thrown instanceof Refusal ? thrown : undefined;
    if (refusal?.status === 401) return setStage({ name: 'incomplete' });
    const short = shortageOf(thrown, view.lineItems);
    if (short) {
      setShortage(short);
      const soldOut: Stage = { name: 'soldOut', shortage: short };
      return void api.current.read().then(
        (checkout) => show(checkout, checkout.status === 'open' ? soldOut : undefined), // with what is left now
        () => setStage(soldOut),
      );
    }
    if (refusal?.code === 'checkout_session_expired')
      return void api.current.read().then(show, () => setStage({ name: 'expired' })); // why, and whether it can be recovered
    if (isLink.current && goneCodes.has(refusal?.code)) return setStage({ name: 'linkClosed' });
    if (refusal?.code === 'payment_link_expired') return setStage({ name: 'linkExpired' });
    if (refusal?.code === 'payment_still_confirming') return setStage({ name: 'checking' });
    setStage({ name: 'form', notice: refusalNotice(thrown, texts, { values, discounts: view.discounts, lineItems }) });
    if (refusal?.status === 409)
      void api.current.read().then(
        (checkout) => (checkout.status === 'open' ? setOwn(checkout) : show(checkout)),
        () => {},
      );
  };
  const read = async (): Promise<void> => {
    if (secret.current === undefined && !isLink.current) return;
    try {
      const checkout = await api.current.read();
      const next = stageOf(checkout, texts);
      const isReloaded = next.name === 'form' && rememberedReload.recall(id) !== undefined;
      rememberedReload.forget(id);
      show(checkout, isReloaded ? { name: 'form', notice: { tone: 'bad', text: texts.cardEntry.changed } } : next);
    } catch (thrown) {
      if (data.checkout.status === 'complete') return setStage({ name: 'done' }); // never a form to pay it again
      refuse(thrown, {});
    }
  };

  /** Loads the page again, with what the provider needs that takes the payment now; what the buyer entered is kept. */
  const loadAgain = (method: FormFields['method']): void => {
    const sessionId = secret.current?.split('_secret_')[0] ?? id;
    rememberedReload.remember(sessionId, 'provider');
    if (method) rememberedMethod.remember(sessionId, method);
    location.reload();
  };

  /** Creates a copy of this checkout and continues there. */
  const recover = async (): Promise<void> => {
    setStage({ name: 'recovering' });
    try {
      const { id: copyId, clientSecret } = await api.current.recover();
      if (copyId === undefined || clientSecret === undefined) throw new NoAnswer();
      rememberedSecret.remember(copyId, clientSecret);
      location.replace(`/c/${copyId}#${clientSecret}`);
    } catch (thrown) {
      const refusal = thrown instanceof Refusal ? thrown : undefined;
      if (refusal?.status === 401) return setStage({ name: 'incomplete' });
      if (refusal?.code === 'price_sold_out') return setStage({ name: 'soldOut' });
      if (refusal === undefined || refusal.status >= 429) return setStage({ name: 'notRecovered' });
      setStage({ name: 'gone' });
    }
  };
  const start = data.recovers && secret.current !== undefined ? recover : read;

  useEffect(() => {
    void start();
    // A buyer who comes back with the browser's own button gets the page as it was left.
    const onShow = (event: PageTransitionEvent): void => void (event.persisted && read());
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  // Past its time alone is not the end: the payment of an open session may still be decided.
  const hasEnded = stage.name !== 'expired' || own?.status === 'expired';
  const error = hasEnded ? errorOfStage[stage.name] : undefined;
  useEffect(() => {
    if (error) notifyParent({ type: 'error', ...error });
  }, [error]);

  useEffect(() => {
    if (stage.name !== 'checking' && stage.name !== 'action' && stage.name !== 'waiting') return;
    let turn = 0;
    let timer: ReturnType<typeof setTimeout>;
    const pause = stage.name === 'waiting' ? slowPollDelays : pollDelays;
    const poll = async (): Promise<void> => {
      const isVisible = document.visibilityState === 'visible' || stage.name !== 'waiting';
      const checkout = isVisible ? await api.current.read().catch(() => undefined) : undefined;
      const next = checkout && stageOf(checkout, texts);
      const isDecided =
        next && next.name !== stage.name && (next.name !== 'form' || next.notice || turn > patienceTurns);
      if (checkout && isDecided) return show(checkout);
      // A part of the money may have been received.
      if (checkout && next?.name === 'waiting')
        setOwn((before) => (before?.updatedAt === checkout.updatedAt ? before : checkout));
      timer = setTimeout(() => void poll(), pollDelay(turn++, pause));
    };
    timer = setTimeout(() => void poll(), pollDelay(turn++, pause));
    return () => clearTimeout(timer);
  }, [stage.name]);

  const totalChanged: Notice = { tone: 'plain', text: texts.totalChanged };
  /** Changes the checkout. The first change at a payment link creates a session, and the page takes its address. */
  const change = async (body: UpdateHostedCheckout): Promise<Changed> => {
    changesOnTheirWay.current++;
    const checkout = await api.current.change(body).finally(() => changesOnTheirWay.current--);
    const { id: sessionId, clientSecret } = checkout;
    if (!isLink.current || sessionId === undefined || clientSecret === undefined) return { checkout };
    isLink.current = false;
    secret.current = clientSecret;
    api.current = new CheckoutApi(sessionId, clientSecret);
    rememberedSecret.remember(sessionId, clientSecret);
    history.replaceState(null, '', `/c/${sessionId}#${clientSecret}`);
    return isSameOffer(view, checkout, body) ? { checkout } : { checkout, notice: totalChanged };
  };
  /** What a buyer reads who wanted to pay, but before that an entry was applied. */
  const noticeOf = (checkout: HostedCheckout, isBeforePaying: boolean): Notice | undefined =>
    isBeforePaying && !isSameOrder(view, checkout) ? totalChanged : undefined;
  /** Changes the order, and resolves with whether that was done; the buyer sees the new total, and a notice, before paying it. */
  const changeOrder = async (
    body: UpdateHostedCheckout,
    notice: (changed: HostedCheckout) => Notice | undefined,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      const changed = await change(body);
      show(changed.checkout, { name: 'form', notice: changed.notice ?? notice(changed.checkout) });
      setShortage((before) => (before?.left === undefined ? undefined : before));
      return true;
    } catch (thrown) {
      const [line] = body.lineItems ?? [];
      const short = line?.quantity === undefined ? undefined : shortageOf(thrown, view.lineItems, line.id);
      if (short) setShortage(short);
      else refuse(thrown, {}, body.lineItems);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const choice = useRef(0);
  /** Requests the total for this method, and this card. */
  const chooseMethod = async (method: MethodChoice): Promise<void> => {
    const turn = ++choice.current;
    setBusy(true);
    await change(method).then(
      ({ checkout, notice }) => {
        if (notice) setStage({ name: 'form', notice });
        if (turn === choice.current) setOwn(checkout); // a notice about an earlier attempt stays visible
      },
      (thrown: unknown) => turn === choice.current && refuse(thrown, {}),
    );
    if (turn === choice.current) setBusy(false);
  };

  /** Applies a promotion code, or removes it with null. */
  const enterCode = async (promotionCode: string | null, isBeforePaying: boolean): Promise<CodeAnswer> => {
    setBusy(true);
    try {
      const { checkout, notice } = await change({ promotionCode });
      show(checkout, { name: 'form', notice: notice ?? noticeOf(checkout, isBeforePaying) });
      return { isDone: true };
    } catch (thrown) {
      if (thrown instanceof Refusal && (thrown.status === 400 || thrown.status === 404))
        return { isDone: false, rejection: refusalNotice(thrown, texts, { values: {}, discounts: [] }).text };
      refuse(thrown, {});
      return { isDone: false };
    } finally {
      setBusy(false);
    }
  };

  /**
   * Resolves with whether there was a token, if one was needed: without it nothing was requested.
   *
   * @param tokenize creates a token of the card in the provider's field or wallet, where there is one
   */
  const pay = async (fields: FormFields, values: FormValues, tokenize?: () => Promise<string>): Promise<boolean> => {
    setStage({ name: 'paying' });
    let token: string | undefined;
    try {
      token = await tokenize?.();
      const answers = toChange(view, fields, values) ?? (isLink.current ? {} : undefined);
      if (answers) {
        const { checkout: changed } = await change(answers); // the session of a payment link is the link as it is now
        if (!isSameOrder(view, changed)) {
          show(changed, { name: 'form', notice: totalChanged });
          return tokenize === undefined || token !== undefined;
        }
        setOwn(changed);
      }
      settle(
        await confirmUntilKnown(api.current, { ...toConfirm(view, fields, { values, token }), ...returnUrl() }, () =>
          setStage({ name: 'checking' }),
        ),
        values['method.phone'],
      );
    } catch (thrown) {
      if (view.livemode && isOfOtherProvider(thrown)) loadAgain(fields.method);
      else refuse(thrown, values);
    }
    return tokenize === undefined || token !== undefined;
  };
  const settle = ({ checkoutSession, paymentIntent }: ConfirmedCheckout, phone?: string): void => {
    const next = stageOf(checkoutSession, texts);
    if (next.name === 'form' && paymentIntent)
      return show(checkoutSession, { name: 'form', notice: declineNotice(paymentIntent, texts) });
    show(checkoutSession, next);
    if (next.name !== 'action') return;
    const { id } = checkoutSession;
    if (id && next.method) rememberedMethod.remember(id, next.method);
    if (id && phone) rememberedPhone.remember(id, phone);
    if (next.frameUrl === undefined) leaveFor(next.url);
  };

  return {
    view,
    /** The checkout with what only its buyer sees, once it was read. */
    own,
    stage,
    isBusy,
    /** The last change of a quantity that the stock did not allow; the order has the quantity of before. */
    shortage,
    /** True while a change is on its way, also before `isBusy` is drawn. */
    isChanging: () => changesOnTheirWay.current > 0,
    changeLine: (line: LineChange, isBeforePaying = false) =>
      changeOrder({ lineItems: [line] }, (changed) => noticeOf(changed, isBeforePaying)),
    dropDiscount: (removal: DiscountRemoval) => void changeOrder(removal, () => totalChanged),
    chooseMethod,
    enterCode,
    pay,
    reload: () => {
      setShortage((before) => (before?.left === 0 ? undefined : before)); // other buyers may have left pieces since
      void start();
    },
  };
}

function firstStage({ checkout, link, recovers, unpaid }: PageData, secret: string | undefined): Stage {
  if (link !== undefined) return { name: 'form' };
  if (recovers) return { name: secret === undefined ? 'incomplete' : 'recovering' };
  if (checkout.status === 'complete')
    return { name: unpaid === 'awaited' && secret !== undefined ? 'loading' : 'done' };
  if (checkout.paymentStatus === 'paid') return { name: 'done' };
  if (checkout.isExpired) return { name: 'expired' };
  return secret === undefined ? { name: 'incomplete' } : { name: 'form' };
}

/** Sends a buyer who is done to the merchant's page; one who still has to pay stays here. */
function finish(checkout: HostedCheckout): void {
  const { id, paymentStatus, afterCompletion } = checkout;
  if (id) {
    rememberedMethod.forget(id);
    if (!awaitsMoney(checkout)) rememberedSecret.forget(id);
    notifyParent({ type: 'complete', checkoutSessionId: id, paymentStatus });
  }
  const { redirect } = afterCompletion;
  if (redirect && !awaitsBuyer(checkout)) leaveFor(redirect.url, true);
}
