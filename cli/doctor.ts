import { printSetup } from './lib/check-setup'
import { readArguments } from './lib/read-arguments'

/** Checks everything that the site needs, and prints it for a report of a problem. */
readArguments({
  name: 'doctor',
  about:
    'Checks what the site needs: versions, settings, Notion, disk, fonts, ports. The output has no secrets: paste it into a report.',
})
process.exit(await printSetup())
