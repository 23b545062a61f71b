import { useRef } from 'preact/hooks';

/** A field of the order, beside the form: what is typed in it changes the total, and takes effect when it is applied. */
export interface OrderEntry {
  /** Shows what is wrong with the entry; false if nothing is. */
  readonly complain: () => boolean;
  readonly focus: () => void;
  /** True while the order does not have the entry yet. */
  readonly isPending: boolean;
  /** Resolves with whether the order has it now. The buyer sees the new total, which they have not agreed to yet. */
  readonly apply: () => Promise<boolean>;
}

/** The fields that the order has now, by a name of each, from top to bottom. */
export type OrderEntries = Map<string, OrderEntry>;

interface OrderChanges {
  /** True while a change of the checkout is on its way. */
  readonly isChanging: () => boolean;
  /** Is called before entries are applied because the buyer wants to pay. */
  readonly onApply: () => void;
}

/** What is entered about the order: nothing is paid before the order has all of it. */
export function useOrderEntries({ isChanging, onApply }: OrderChanges) {
  const entries = useRef<OrderEntries>(new Map()).current;
  const isApplying = useRef(false);
  const hasPending = (): boolean => [...entries.values()].some(({ isPending }) => isPending);
  const applyAll = async (): Promise<void> => {
    isApplying.current = true;
    try {
      for (const name of [...entries.keys()]) {
        const entry = entries.get(name); // as it is after the change before
        if (entry?.isPending && !(await entry.apply())) break;
      }
    } finally {
      isApplying.current = false;
    }
  };
  return {
    entries,
    /** Marks every wrong entry, focuses the first, and says whether there is one. */
    complain(): boolean {
      const [first] = [...entries.values()].filter((entry) => entry.complain());
      first?.focus();
      return first !== undefined;
    },
    /** True when the order has everything; otherwise applies what it lacks, and the buyer pays once they see the total. */
    isApplied(): boolean {
      if (isApplying.current || isChanging()) return false;
      if (!hasPending()) return true;
      onApply();
      void applyAll();
      return false;
    },
    /** True when the order has everything that is entered. */
    isSettled: (): boolean => !isApplying.current && !isChanging() && !hasPending(),
  };
}
