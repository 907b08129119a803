import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/** Compiles the migrations, their runner and the thread programs into `folder`, as the build does. */
export async function compileMigrations(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const options = {
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '~': './app' },
  } as const
  const migrations = readdirSync('prisma-free-db/migrations').map((name) => `prisma-free-db/migrations/${name}`)
  await build({ ...options, entryPoints: migrations, outdir: path.join(folder, 'migrations') })
  await build({ ...options, entryPoints: ['scripts/migrate.ts'], outfile: path.join(folder, 'migrate.js') })
  await build({
    ...options,
    entryPoints: {
      'paper-maker': 'app/documents/paper-maker.server.ts',
      'password-hasher': 'app/services/secrets/password-hasher.server.ts',
      'sheet-reader': 'app/services/spreadsheets/sheet-reader.server.ts',
      'sheet-writer': 'app/services/spreadsheets/sheet-writer.server.ts',
    },
    outdir: folder,
  })
  // The bundle looks for its packages in its own folder, which therefore gets a link to those of the clone.
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  return folder
}
