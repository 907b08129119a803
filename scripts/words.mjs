import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { isProgram, root } from './processes.mjs'
import { madeOnce } from './sources.mjs'

/**
 * Source of the messages and output folder of their functions. app/language selects the language, never Paraglide.
 * @type {import('@inlang/paraglide-js').CompilerOptions}
 */
export const paraglideOptions = {
  project: './project.inlang',
  outdir: './app/language/paraglide',
  strategy: ['baseLocale'],
  outputStructure: 'message-modules',
  emitTsDeclarations: false,
  isServer: 'import.meta.env?.SSR ?? true',
}

// The compiler leaves timers of 30 seconds; the script exits without waiting for them.
if (isProgram(import.meta.filename)) {
  const settings = JSON.parse(readFileSync(join(root, 'project.inlang/settings.json'), 'utf8'))
  const messages = settings['plugin.inlang.messageFormat'].pathPattern.flatMap((pattern) =>
    settings.locales.map((locale) => pattern.replace('{locale}', locale)),
  )
  const inputs = ['package-lock.json', 'project.inlang/settings.json', 'scripts/words.mjs', ...messages]
  await madeOnce(paraglideOptions.outdir, inputs, () => compile(paraglideOptions))
  process.exit(0)
}
