import { useEffect, useRef, useState } from 'preact/hooks';
import { Panel } from '../../parts/panel.ts';
import type { Wording } from '../../texts/wording.ts';
import { patienceMs } from '../provider-card/provider-script.ts';

interface FieldPanelProps {
  /** The provider's page, for the buyer whose field does not load. */
  readonly url: string;
  /** Our page with the provider's field. */
  readonly frameUrl: string;
  readonly wording: Wording;
  /** The buyer is done in the field, one way or the other. */
  readonly onDone: () => void;
}

/** What the page in the frame reports; `services/payments/src/providers/paymob/pixel-field.js` sends it. */
interface FieldMessage {
  readonly source: 'mizan-field';
  readonly type: 'ready' | 'failed' | 'height' | 'complete';
  /** CSS pixels. */
  readonly height?: number;
}

type FieldState = 'loading' | 'ready' | 'failed' | 'complete';

/** A started payment's card field, in a frame: its provider draws it, and the card never reaches this page. */
export function FieldPanel({ url, frameUrl, wording, onDone }: FieldPanelProps) {
  const { texts, locale } = wording;
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<FieldState>('loading');
  const [height, setHeight] = useState(0);

  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<Partial<FieldMessage> | null>): void => {
      if (!frame.current || source !== frame.current.contentWindow || data?.source !== 'mizan-field') return;
      if (data.type === 'height') return setHeight(Number(data.height) || 0);
      if (data.type) setState(data.type);
      if (data.type === 'complete') onDone();
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, []);
  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('failed'), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);

  if (state === 'complete') return <Panel icon="spinner" tone="plain" title={texts.checkingTitle} />;
  if (state === 'failed')
    return (
      <Panel icon="alert" tone="plain" title={texts.cardEntry.failed}>
        <p>{texts.field.failed}</p>
        <a class="button" href={url}>
          {texts.field.go}
        </a>
      </Panel>
    );
  return (
    <div class="field-panel">
      <h2 class="panel-title" tabIndex={-1}>
        {texts.field.title}
      </h2>
      <iframe
        ref={frame}
        class={state === 'ready' ? 'field-frame' : 'field-frame field-frame-loading'}
        title={texts.field.title}
        src={inLanguage(frameUrl, locale.language)}
        allow="payment"
        height={Math.max(height, minHeight)}
      />
      <a class="quiet" href={url}>
        {texts.field.other}
      </a>
    </div>
  );
}

/** CSS pixels: about as high as the field will be, so that little moves when it comes. */
const minHeight = 280;

function inLanguage(address: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set('locale', language);
  return url.href;
}
