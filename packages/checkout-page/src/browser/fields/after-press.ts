let waiting: (() => void)[] | undefined;

/** Runs once nothing is pressed: what moves the page between press and release makes the click miss its button. */
export function afterPress(run: () => void): void {
  if (waiting) waiting.push(run);
  else run();
}

/** Starts to watch for presses. */
export function watchPresses(): void {
  const release = (): void => {
    const due = waiting ?? [];
    waiting = undefined;
    setTimeout(() => due.forEach((run) => run())); // after the click that the release is about to become
  };
  addEventListener('pointerdown', () => (waiting ??= []), true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);
}
