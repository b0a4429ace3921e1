import { join } from 'node:path'
import { defineConfig } from 'vite'

/** Files that run by themselves: users start bundles, not hundreds of small modules. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node22.18',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        quarterdeck: join(import.meta.dirname, 'src/main.ts'),
        // One process a session, started by the server and outliving it.
        keeper: join(import.meta.dirname, '../driver/src/keeper/main.ts'),
        // Counts and indexes transcripts beside the program, in processes of its own.
        'archive-worker': join(import.meta.dirname, '../archive/src/worker.ts'),
        'export-worker': join(import.meta.dirname, 'src/export/export-worker.ts'),
        'large-line-worker': join(import.meta.dirname, '../driver/src/lines/large-line-worker.ts'),
        // The scripted agent of the demo, which the server starts as it starts the CLI.
        player: join(import.meta.dirname, '../player/src/main.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
