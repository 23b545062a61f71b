import { h, type VNode } from 'preact';

const icon = (name: string, ...paths: string[]): VNode =>
  h(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    paths.map((d) => h('path', { d })),
  );

/** Line drawings on a 24-unit grid, coloured by the text around them. */
export const icons = {
  lock: () =>
    icon(
      'lock',
      'M7 10.5V8a5 5 0 0 1 10 0v2.5',
      'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5V12a1.5 1.5 0 0 1 1.5-1.5Z',
    ),
  back: () => icon('back', 'M14.5 6 8.5 12l6 6'),
  down: () => icon('down', 'm6.5 9.5 5.5 5.5 5.5-5.5'),
  check: () => icon('check', 'm5.5 12.5 4.5 4.5 8.5-9.5'),
  alert: () => icon('alert', 'M12 7.5v5.5', 'M12 16.5v.01'),
  clock: () => icon('clock', 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z', 'M12 7.8v4.4l2.8 1.7'),
  bank: () =>
    icon('bank', 'M12 4.5 18.5 7v5c0 3.9-2.7 6.4-6.5 7.5-3.8-1.1-6.5-3.6-6.5-7.5V7L12 4.5Z', 'm9.3 12 1.9 1.9 3.6-3.9'),
  bag: () =>
    icon('bag', 'M6 8.5h12l.9 10a1.4 1.4 0 0 1-1.4 1.5h-11a1.4 1.4 0 0 1-1.4-1.5l.9-10Z', 'M9 11V7.5a3 3 0 0 1 6 0V11'),
  search: () => icon('search', 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12Z', 'm15 15 4.5 4.5'),
  link: () =>
    icon(
      'link',
      'M10 14a4 4 0 0 0 6 .4l2-2a4 4 0 0 0-5.7-5.7l-1 1',
      'M14 10a4 4 0 0 0-6-.4l-2 2a4 4 0 0 0 5.7 5.7l1-1',
    ),
  minus: () => icon('minus', 'M6.5 12h11'),
  plus: () => icon('plus', 'M6.5 12h11', 'M12 6.5v11'),
};
