import type { PaymentMethodCategory } from '@mizan/contracts';
import { Fragment } from 'preact';
import { icons, type IconName } from '../../parts/icons.ts';
import type { Wording } from '../../texts/wording.ts';
import { brandMarks } from './brand-marks.tsx';
import { hasMark, MethodMark } from './method-marks.tsx';
import { MethodFields, type MethodProps } from './method-fields.tsx';
import { groupField, methodField, type MethodGroup, selectedGroup } from './method-groups.ts';

/** How the buyer pays: a radio button for each group, unless there is only one, and the fields of the selected one. */
export function MethodSelector(props: MethodProps) {
  const { form, wording, needs } = props;
  const selected = selectedGroup(needs.groups, form.values);
  if (!selected) return null;
  if (needs.groups.length === 1) return <GroupBody {...props} group={selected} hasName />;
  return (
    <fieldset class="method-groups">
      <legend class="unseen">{wording.texts.methods.legend}</legend>
      {needs.groups.map((group) => (
        <div key={group.name} class={group === selected ? 'method-group method-group-selected' : 'method-group'}>
          <label class="method-head">
            <input
              type="radio"
              name={groupField}
              value={group.name}
              checked={group === selected}
              disabled={form.isDisabled}
              onChange={() => form.change(groupField, group.name)}
            />
            <span class="method-title">
              <span>
                <Title group={group} wording={wording} />
              </span>
              {group.types.length > 1 && group.name !== 'wallet' && group !== selected && (
                <NamesOf group={group} wording={wording} />
              )}
            </span>
            <GroupMark group={group} />
          </label>
          {group === selected && <GroupBody {...props} group={group} />}
        </div>
      ))}
    </fieldset>
  );
}

function GroupBody({ group, hasName, ...props }: MethodProps & { group: MethodGroup; hasName?: boolean }) {
  const { form, wording, needs } = props;
  const { methods } = wording.texts;
  return (
    <div class={hasName ? 'method-alone' : 'method-body'}>
      {hasName && group.name !== 'card' && (
        <p class="method-name">
          <Title group={group} wording={wording} />
        </p>
      )}
      {group.types.length > 1 && (
        <fieldset class="chips">
          <legend class="unseen">{`${methods.groups[group.name]}: ${methods.chooseOne}`}</legend>
          {group.types.map((type) => (
            <label key={type} class="chip-choice">
              <input
                type="radio"
                name={methodField(group.name)}
                value={type}
                checked={type === needs.method}
                disabled={form.isDisabled}
                onChange={() => form.change(methodField(group.name), type)}
              />
              <span>
                <MethodMark type={type} />
                {methods.names[type]}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <MethodFields {...props} group={group.name} />
    </div>
  );
}

interface GroupProps {
  readonly group: MethodGroup;
  readonly wording: Wording;
}

/** A group of one method is called by its name, and wallets of cards by theirs: a mobile wallet is something else. */
function Title({ group, wording: { texts } }: GroupProps) {
  const { name, types } = group;
  const { methods, comma } = texts;
  if (types.length > 1 && name !== 'wallet') return <>{methods.groups[name]}</>;
  return (
    <>
      {types.map((type, index) => (
        <Fragment key={type}>
          {index > 0 && comma}
          <bdi>{methods.names[type]}</bdi>
        </Fragment>
      ))}
    </>
  );
}

/** The methods of a group with their marks. */
const NamesOf = ({ group: { types }, wording: { texts } }: GroupProps) => (
  <span class="method-note">
    {types.map((type) => (
      <span key={type} class="method-named">
        <MethodMark type={type} />
        <bdi class={hasMark(type) ? 'unseen' : undefined}>{texts.methods.names[type]}</bdi>
      </span>
    ))}
  </span>
);

const marks: Readonly<Record<PaymentMethodCategory, IconName>> = {
  card: 'card',
  wallet: 'wallet',
  mobile_wallet: 'phone',
  bank_app: 'push',
  bnpl: 'calendar',
  voucher: 'kiosk',
  bank_transfer: 'columns',
  cash: 'cash',
};

const GroupMark = ({ group: { name, types } }: { group: MethodGroup }) => {
  const marked = name === 'wallet' || types.length === 1 ? types.filter(hasMark) : [];
  return (
    <span class="method-mark" aria-hidden="true">
      {name === 'card'
        ? brandMarks('unknown')
        : marked.length > 0
          ? marked.map((type) => <MethodMark key={type} type={type} />)
          : icons[marks[name]]()}
    </span>
  );
};
