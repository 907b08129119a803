import { compile } from '@inlang/paraglide-js'
import { isProgram } from './processes.mjs'

/**
 * Where the words come from and where their functions go. The language is decided by app/language, never by Paraglide.
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

// The compiler leaves timers of half a minute behind; a script need not wait for them.
if (isProgram(import.meta.filename)) {
  await compile(paraglideOptions)
  process.exit(0)
}
