import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { schoolPaths } from '~/http/school-paths'
import { type ImportKind, kindNames, kindTexts, kindWord } from '~/models/imports/options'

/** What this person may import: a way in for each kind, and the sheets to fill. */
export function ImportKinds({ kinds }: { kinds: readonly ImportKind[] }) {
  return (
    <div className="cols">
      {kinds.map((kind, index) => (
        <Card key={kind} title={kindNames[kind]}>
          <div className="stack">
            <p>{kindTexts[kind]}</p>
            <p>
              <ButtonLink
                variant={index === 0 ? 'next' : 'secondary'}
                icon="upload"
                href={schoolPaths.newImport(kindWord(kind))}
              >
                {`Import ${kindNames[kind].toLowerCase()}`}
              </ButtonLink>
            </p>
            <p className="small">
              {'Template: '}
              <a href={schoolPaths.importTemplate(`${kindWord(kind)}.xlsx`)} download>
                Excel
              </a>
              {' · '}
              <a href={schoolPaths.importTemplate(`${kindWord(kind)}.csv`)} download>
                CSV
              </a>
            </p>
          </div>
        </Card>
      ))}
    </div>
  )
}
