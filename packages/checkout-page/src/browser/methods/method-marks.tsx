import type { PaymentMethodType } from '@mizan/contracts';

/** A word as a method writes it, in one line or two, on the method's color. */
interface Word {
  readonly lines: readonly [string, string?];
  readonly color: string;
  readonly isDark?: boolean;
}

const words: Readonly<Partial<Record<PaymentMethodType, Word>>> = {
  apple_pay: { lines: ['Apple', 'Pay'], color: '#111' },
  google_pay: { lines: ['Google', 'Pay'], color: '#1a73e8' },
  samsung_pay: { lines: ['Samsung', 'Pay'], color: '#1428a0' },
  vodafone_cash: { lines: ['Vodafone', 'Cash'], color: '#e60000' },
  etisalat_cash: { lines: ['Etisalat', 'Cash'], color: '#4c7a0d' },
  orange_cash: { lines: ['Orange', 'Cash'], color: '#ff7900', isDark: true },
  we_pay: { lines: ['WE Pay'], color: '#5c2d91' },
  instapay: { lines: ['InstaPay'], color: '#4b2a8a' },
  valu: { lines: ['valU'], color: '#f26b43', isDark: true },
  sympl: { lines: ['sympl'], color: '#2b2e83' },
  tabby: { lines: ['tabby'], color: '#3bffb0', isDark: true },
  tamara: { lines: ['tamara'], color: '#f4b08f', isDark: true },
  fawry: { lines: ['fawry'], color: '#ffd200', isDark: true },
  aman: { lines: ['aman'], color: '#0072bc' },
};

/** Whether a method has a mark of its own; the others have an icon. */
export const hasMark = (type: PaymentMethodType): boolean => type in words;

const width = 44;
/** As large as the plate allows in a wide font. */
const sizeOf = (lines: readonly string[]): number =>
  Math.min(lines.length > 1 ? 8 : 10, 58 / Math.max(...lines.map(({ length }) => length)));

/** A plate with the name of a method, as large as those of card brands: of our own drawing, not its trademark. */
export function MethodMark({ type }: { type: PaymentMethodType }) {
  const word = words[type];
  if (!word) return null;
  const lines = word.lines.filter((line) => line !== undefined);
  const size = sizeOf(lines);
  const firstBase = 12 + size * 0.35 - ((lines.length - 1) * size) / 2;
  return (
    <svg class="mark" viewBox="0 0 44 24" width={width} height="24" aria-hidden="true" focusable="false">
      <rect x="0.5" y="0.5" width="43" height="23" rx="4" fill={word.color} stroke="#8884" />
      <g text-anchor="middle" font-size={size} font-weight="700" fill={word.isDark ? '#1a1a1a' : '#fff'}>
        {lines.map((line, index) => (
          <text key={line} x={width / 2} y={firstBase + index * size}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  );
}
