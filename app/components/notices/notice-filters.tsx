import { SelectField } from '~/components/forms/select-field'
import { audiences, type NoticeState, noticeStates } from '~/models/notices/options'
import { audienceNames } from '~/models/notices/words'

/** The filters that the lists of notices and of events share. */
export function NoticeFilters({
  chosen,
  states,
}: {
  chosen: { audience: string; state: string }
  states: Record<NoticeState, { word: string }>
}) {
  return (
    <>
      <SelectField
        name="audience"
        label="For whom"
        placeholder="Any"
        defaultValue={chosen.audience}
        options={audiences.map((value) => ({ value, label: audienceNames[value] }))}
      />
      <SelectField
        name="state"
        label="State"
        placeholder="Any"
        defaultValue={chosen.state}
        options={noticeStates.map((value) => ({ value, label: states[value].word }))}
      />
    </>
  )
}
