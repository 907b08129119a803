import type { ReactNode } from 'react'
import { PublicShell } from '~/components/shell/public-shell'
import { useRootData } from '~/http/use-root-data'

type TextPageProps = {
  title: string
  intro: string
  children?: ReactNode
  sections: ReadonlyArray<{ title: string; text: string }>
}

export function TextPage({ title, intro, sections, children }: TextPageProps) {
  const { language, address } = useRootData()
  return (
    <PublicShell language={language} path={address} column="text">
      <h1>{title}</h1>
      <p>{intro}</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          <p>{section.text}</p>
        </section>
      ))}
      {children}
    </PublicShell>
  )
}
