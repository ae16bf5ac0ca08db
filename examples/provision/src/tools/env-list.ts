import { f } from '../fusion.js';

export default f
  .query('env.list')
  .describe('List the environments that there are, reserved and running')
  .handle((_input, { cloud }) => cloud.list());
