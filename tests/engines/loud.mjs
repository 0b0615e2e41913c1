// A solver that prints wherever it can, and cannot make a second step.
import {serve} from '../../engines/node/trama.mjs';

let steps = 0;
serve({
    name: 'loud', version: '1', precision: 'float64', takes: ['springs'],
    open({position, velocity}) {
        console.log('opened');
        process.stdout.write('opened\n');
        this.x = position;
        this.v = velocity;
    },
    step() {
        console.info('stepped');
        if (++steps === 2)
            throw new Error('no solution');
    },
});
