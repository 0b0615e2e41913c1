#!/usr/bin/env node
// cloth.py in JavaScript: a mass-spring cloth by symplectic Euler, under Node.js alone.
//   trama run examples/engine/cloth.yaml --engine cloth='node examples/engine/cloth.mjs' -o results
import {serve} from '../../engines/node/trama.mjs';

class Cloth {
    name = 'cloth.mjs';
    version = '1';
    precision = 'float64';
    takes = ['springs', 'dampers', 'gravity', 'drag', 'pins', 'guides'];

    open(problem) {
        this.p = problem;
        this.x = problem.position.slice();
        this.v = problem.velocity.slice();
        this.force = new Float64Array(3 * problem.nodes);
    }

    addSpring({nodes: [first, second], stiffness, damping, rest}) {
        const axes = [0, 1, 2], way = axes.map(a => this.x[3 * second + a] - this.x[3 * first + a]);
        const square = way.reduce((sum, r) => sum + r * r, 0);
        const rate = axes.reduce((sum, a) => sum + way[a] * (this.v[3 * second + a] - this.v[3 * first + a]), 0);
        const pull = stiffness * (1 - rest / Math.sqrt(square)) + damping * rate / square;
        for (const a of axes) {
            this.force[3 * first + a] += pull * way[a];
            this.force[3 * second + a] -= pull * way[a];
        }
    }

    step(h) {
        const {mass, drag, gravity, held, spring} = this.p, node = i => Math.floor(i / 3);
        this.force.forEach((_, i) => { this.force[i] = mass[node(i)] * gravity[i % 3] - drag[node(i)] * this.v[i]; });
        spring.forEach(own => this.addSpring(own));
        this.force.forEach((force, i) => {
            this.v[i] = held[i] ? 0 : this.v[i] + h * force / mass[node(i)];
            this.x[i] += h * this.v[i];
        });
    }
}

serve(new Cloth());
