import { readRoot } from '../../asking/read-root.js';
import type { ScriptCommand } from '../command.js';
import { wrongUsage } from './usage.js';

export const addRoot: ScriptCommand = Object.freeze({
  name: 'add_root',
  usage: 'add_root URI [NAME]',
  summary: 'Adds a root to those that the server is given; a 2025 server is told that they have changed.',
  run: async (args, { session }) => {
    const [uri, name] = args;
    if (uri === undefined || args.length > 2) throw wrongUsage(addRoot, args);
    const root = { uri: readRoot('add_root', uri) };
    session.answers.queue.addRoot(name === undefined ? root : { ...root, name });
    const { client } = session.connection;
    if (client.era === '2025-11-25') await client.notify('notifications/roots/list_changed');
  },
} satisfies ScriptCommand);
