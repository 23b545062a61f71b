import { h, type VNode } from 'preact';

/** Line drawings on a 24-unit grid, colored by the text around them. */
const drawings = {
  lock: [
    'M7 10.5V8a5 5 0 0 1 10 0v2.5',
    'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5V12a1.5 1.5 0 0 1 1.5-1.5Z',
  ],
  back: ['M14.5 6 8.5 12l6 6'],
  down: ['m6.5 9.5 5.5 5.5 5.5-5.5'],
  check: ['m5.5 12.5 4.5 4.5 8.5-9.5'],
  alert: ['M12 7.5v5.5', 'M12 16.5v.01'],
  clock: ['M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z', 'M12 7.8v4.4l2.8 1.7'],
  bank: ['M12 4.5 18.5 7v5c0 3.9-2.7 6.4-6.5 7.5-3.8-1.1-6.5-3.6-6.5-7.5V7L12 4.5Z', 'm9.3 12 1.9 1.9 3.6-3.9'],
  bag: ['M6 8.5h12l.9 10a1.4 1.4 0 0 1-1.4 1.5h-11a1.4 1.4 0 0 1-1.4-1.5l.9-10Z', 'M9 11V7.5a3 3 0 0 1 6 0V11'],
  search: ['M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12Z', 'm15 15 4.5 4.5'],
  link: ['M10 14a4 4 0 0 0 6 .4l2-2a4 4 0 0 0-5.7-5.7l-1 1', 'M14 10a4 4 0 0 0-6-.4l-2 2a4 4 0 0 0 5.7 5.7l1-1'],
  minus: ['M6.5 12h11'],
  plus: ['M6.5 12h11', 'M12 6.5v11'],
  card: ['M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2Z', 'M3 9.8h18', 'M6.5 14.8h3'],
  wallet: [
    'M18 8V6.5A1.5 1.5 0 0 0 16.5 5h-11A1.5 1.5 0 0 0 4 6.5v11A2.5 2.5 0 0 0 6.5 20H18a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2H5.5',
    'M16 14v.01',
  ],
  phone: [
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5Z',
    'M11 17.5h2',
  ],
  push: ['m4 12 16-7.5-5.5 15-3.2-6.3L4 12Z', 'm11.3 13.2 3.4-3.4'],
  calendar: [
    'M6 5.5h12a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V7A1.5 1.5 0 0 1 6 5.5Z',
    'M4.5 10h15',
    'M8.5 3.5v4',
    'M15.5 3.5v4',
  ],
  kiosk: [
    'M5 9.5v9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-9',
    'm3.5 9.5 2-5h13l2 5a2.8 2.8 0 0 1-5.7 0 2.8 2.8 0 0 1-5.6 0 2.8 2.8 0 0 1-5.7 0Z',
    'M10 19.5v-5h4v5',
  ],
  columns: ['M4 9.5 12 4.5l8 5H4Z', 'M6.5 12.5v4.5', 'M12 12.5v4.5', 'M17.5 12.5v4.5', 'M4 19.5h16'],
  cash: [
    'M4.5 6.5h15A1.5 1.5 0 0 1 21 8v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16V8a1.5 1.5 0 0 1 1.5-1.5Z',
    'M12 9.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z',
    'M6.5 12v.01',
    'M17.5 12v.01',
  ],
};

export type IconName = keyof typeof drawings;

const draw = (name: string, paths: readonly string[]): VNode =>
  h(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    paths.map((d) => h('path', { d })),
  );

export const icons = Object.fromEntries(
  Object.entries(drawings).map(([name, paths]) => [name, () => draw(name, paths)]),
) as Record<IconName, () => VNode>;
