import { FileField, type ServerField, textsOf } from '~/components/forms'
import type { FileView } from '~/models/people/students/documents.server'

type FileFieldsProps = {
  files: readonly FileView[]
  fields: Record<string, ServerField>
  stored?: ReadonlyArray<{ kind: string; key: string; fileName: string; href: string }>
  /** `ticked`: the office ticks files to remove. A function: URL of the page where a student removes the file. */
  removal?: 'ticked' | ((key: string) => string)
}

/** File fields as the server describes them. All are optional; an empty field leaves the saved file unchanged. */
export function FileFields({ files, fields, stored = [], removal }: FileFieldsProps) {
  return files.map(({ name, tick, ...words }) => {
    const field = fields[name]
    const received = fields[`${name}_received`]
    if (!field || !received) return null
    const removed = fields.remove ? textsOf(fields.remove) : []
    return (
      <FileField
        key={name}
        name={name}
        id={field.id}
        {...words}
        errors={field.errors}
        received={textsOf(received)}
        stored={stored.filter(({ kind }) => kind === name)}
        {...(removal === 'ticked' ? { removeName: 'remove', removed } : removal ? { removeHref: removal } : {})}
      >
        {tick ? (
          <label className="choice">
            <input
              type="checkbox"
              name={tick.name}
              value="yes"
              defaultChecked={fields[tick.name]?.initialValue === 'yes'}
            />
            <span>{tick.label}</span>
          </label>
        ) : null}
      </FileField>
    )
  })
}
