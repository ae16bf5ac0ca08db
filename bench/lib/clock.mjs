/** Ms on a clock that all processes of a machine share: on Linux, its monotonic one. */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6;
