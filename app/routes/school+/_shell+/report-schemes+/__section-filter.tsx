import { SelectField } from '~/components/forms'
import { FilterBar } from '~/components/ui'
import { choicesOf } from '~/kit/forms/fields'

type Filtered = {
  scheme: { publicId: string; name: string; definition: { terms: readonly { key: string; name: string }[] } }
  sections: readonly { publicId: string; name: string }[]
  section: { publicId: string } | null
  term: { key: string; name: string }
}

export function sectionFilterOf({ scheme, sections, section, term }: Filtered) {
  return {
    id: scheme.publicId,
    name: scheme.name,
    at: { section: section?.publicId ?? '', term: term.key },
    sections: choicesOf(sections),
    terms: scheme.definition.terms.map(({ key, name }) => ({ value: key, label: name })),
  }
}

type SectionFilterProps = Pick<ReturnType<typeof sectionFilterOf>, 'at' | 'sections' | 'terms'> & { action: string }

export function SectionFilter({ at, sections, terms, action }: SectionFilterProps) {
  return (
    <FilterBar key={`${at.section} ${at.term}`} action={action} submitLabel="Show">
      <SelectField name="section" label="Section" placeholder={null} defaultValue={at.section} options={sections} />
      <SelectField name="term" label="Term" placeholder={null} defaultValue={at.term} options={terms} />
    </FilterBar>
  )
}
